package TableFrictionExamples "The bearing with a table of its friction at work: breaking away, sliding, on a moving support, warming up"
  annotation(Documentation(info = "<html>
<p>In a bearing whose friction is known at some speeds, a shaft sticks up to <code>peak</code> times the friction at rest and then
slides against the friction of the table. The models show the element <code>FrictionElements.Translational.TableFriction</code>;
<code>LibrarySupportFriction</code> beside this package builds the first of them of elements of the Modelica Standard Library.</p>
</html>"));
end TableFrictionExamples;
