// run: check -m P.M
package P
  function late
    input Real u;
    output Real y = 2*u;
    annotation(InlineAfterIndexReduction = true, Inline = false);
  end late;
  function events
    input Real u;
    output Real y = if u > 1 then 2*u else 0;
    annotation(GenerateEvents = true);
  end events;
  function smoothed
    input Real u;
    output Real y = u;
    annotation(smoothOrder = 2);
  end smoothed;
  model M "The legal twin of fail_annotations_that_exclude"
    parameter Integer count = 0 annotation(Dialog(connectorSizing = true));
    Real x = late(time) + events(time) + smoothed(time) + count;
    annotation(version = "3", experiment(StopTime = 2));
  end M;
end P;
