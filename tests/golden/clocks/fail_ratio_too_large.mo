// run: check
// error-anywhere: the factors and shifts of clocks make ratios of periods beyond 2^63 (MLS 16.7.5) [ClocksContradict]
model RatioTooLarge
  Real u = sample(time, Clock(1, 10));
  Real a = subSample(u, 2000000000), b = subSample(a, 2000000000), c = subSample(b, 2000000000);
end RatioTooLarge;
