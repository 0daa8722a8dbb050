// run: dump --ir=flat -m P.M
package P
  model Follower "Goes to what its array tells all of them"
    input Real goal;
    Real x(start = 1);
  equation
    der(x) = goal - x;
  end Follower;
  model Crowd
    Follower follower[2](each goal = follower[1].x + 2*follower[2].x);
  end Crowd;
  model M
    Crowd crowd[2];
    Follower one[2](each goal = sum(crowd.follower[2].x));
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real crowd[1].follower[1].goal;
//|   Real crowd[1].follower[1].x(start = 1.0);
//|   Real crowd[1].follower[2].goal;
//|   Real crowd[1].follower[2].x(start = 1.0);
//|   Real crowd[2].follower[1].goal;
//|   Real crowd[2].follower[1].x(start = 1.0);
//|   Real crowd[2].follower[2].goal;
//|   Real crowd[2].follower[2].x(start = 1.0);
//|   Real one[1].goal;
//|   Real one[1].x(start = 1.0);
//|   Real one[2].goal;
//|   Real one[2].x(start = 1.0);
//| equation
//|   crowd[1].follower[1].goal = crowd[1].follower[1].x + 2.0*crowd[1].follower[2].x;
//|   der(crowd[1].follower[1].x) = crowd[1].follower[1].goal - crowd[1].follower[1].x;
//|   crowd[1].follower[2].goal = crowd[1].follower[1].x + 2.0*crowd[1].follower[2].x;
//|   der(crowd[1].follower[2].x) = crowd[1].follower[2].goal - crowd[1].follower[2].x;
//|   crowd[2].follower[1].goal = crowd[2].follower[1].x + 2.0*crowd[2].follower[2].x;
//|   der(crowd[2].follower[1].x) = crowd[2].follower[1].goal - crowd[2].follower[1].x;
//|   crowd[2].follower[2].goal = crowd[2].follower[1].x + 2.0*crowd[2].follower[2].x;
//|   der(crowd[2].follower[2].x) = crowd[2].follower[2].goal - crowd[2].follower[2].x;
//|   one[1].goal = crowd[1].follower[2].x + crowd[2].follower[2].x;
//|   der(one[1].x) = one[1].goal - one[1].x;
//|   one[2].goal = crowd[1].follower[2].x + crowd[2].follower[2].x;
//|   der(one[2].x) = one[2].goal - one[2].x;
//| end P.M;
