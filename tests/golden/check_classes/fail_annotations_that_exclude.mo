// run: check -m P.M
package P
  function late
    input Real u;
    output Real y = 2*u;
    // error: `InlineAfterIndexReduction` does not go with `Inline` or `LateInline` [AnnotationValue]
    //         ^
    annotation(InlineAfterIndexReduction = true, Inline = true);
  end late;
  function events
    input Real u;
    output Real y = if u > 1 then 2*u else 0;
    // error: `GenerateEvents = true` does not go with `Inline = false` [AnnotationValue]
    //                                ^
    annotation(GenerateEvents = true, Inline = false);
  end events;
  function smoothed
    input Real u;
    output Real y = u;
    // error: the annotation `smoothOrder` is an Integer [AnnotationValue]
    //                       ^
    annotation(smoothOrder = "high");
  end smoothed;
  model M "Annotations of functions, versions and counts of connections (MLS 12.7.1, 12.8, 18.4, 18.7.1, 18.8)"
    // error: `count` counts connections (`connectorSizing`), and is no Integer parameter of the value 0 [AnnotationValue]
    //                ^
    parameter Integer count = 2 annotation(Dialog(connectorSizing = true));
    Real x = late(time) + events(time) + smoothed(time);
    // error: the annotation `version` is a String [AnnotationValue]
    //                   ^
    // error: the annotation `experiment` has no `StopTimes` [AnnotationValue]
    //                                 ^
    annotation(version = 3, experiment(StopTimes = 2));
  end M;
end P;
