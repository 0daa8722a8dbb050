within Angles;
package System
  extends Base;
end System;
