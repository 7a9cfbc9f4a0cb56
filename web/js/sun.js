// How high the sun stands: the low-precision formulas of the Astronomical Almanac, good to 0.01
// degrees from 1950 to 2050, which is a few seconds of twilight.

const radians = Math.PI / 180;

/// Degrees above the horizon at a time and place, without refraction.
export function sunElevation(date, latitude, longitude) {
  const days = date.getTime() / 86_400_000 - 10957.5; // since 2000-01-01 12:00
  const anomaly = (357.528 + 0.9856003 * days) * radians;
  const meanLongitude = 280.46 + 0.9856474 * days;
  const ecliptic =
    (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radians;
  const obliquity = (23.439 - 0.0000004 * days) * radians;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic));
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic));
  const siderealDegrees = 280.46062 + 360.98564737 * days + longitude;
  const hourAngle = siderealDegrees * radians - ascension;
  const sine = Math.sin(latitude * radians) * Math.sin(declination)
    + Math.cos(latitude * radians) * Math.cos(declination) * Math.cos(hourAngle);
  return Math.asin(Math.max(-1, Math.min(1, sine))) / radians;
}
