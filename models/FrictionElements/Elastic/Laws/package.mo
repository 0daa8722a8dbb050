within FrictionElements.Elastic;
package Laws "Friction over the relative speed and what the surfaces remember, for forces and torques alike"
end Laws;
