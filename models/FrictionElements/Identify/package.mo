within FrictionElements;
package Identify "The constants of a law from measurements: docs/elastic-friction.md"
end Identify;
