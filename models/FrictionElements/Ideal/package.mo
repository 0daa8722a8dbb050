within FrictionElements;
package Ideal "Elements whose equations change with their mode: as declared, without a mode machine or a rest of stiffness"
end Ideal;
