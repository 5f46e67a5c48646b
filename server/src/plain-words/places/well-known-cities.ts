/** Large cities of the country, which are places wherever a query names them. Names that are words as well are left out. */
export const wellKnownCities: readonly string[] =
  `Albuquerque, Amarillo, Anaheim, Anchorage, Arlington, Atlanta, Austin, Bakersfield, Baltimore, Baton Rouge, Birmingham,
  Boise, Boston, Boulder, Brooklyn, Charlotte, Chattanooga, Chicago, Cincinnati, Cleveland, Colorado Springs, Dallas, Denver, Des Moines, Detroit, Durham,
  El Paso, Fort Collins, Fort Lauderdale, Fort Worth, Fresno, Honolulu, Houston, Indianapolis, Jacksonville, Jersey City, Kansas City, Knoxville, Las Vegas,
  Los Angeles, Louisville, Lubbock, Manhattan, Memphis, Miami, Milwaukee, Minneapolis, Nashville, New Orleans, New York, New York City, Newark, Oakland,
  Oklahoma City, Omaha, Orlando, Palm Springs, Philadelphia, Phoenix, Pittsburgh, Portland, Providence, Raleigh, Reno, Sacramento, Salt Lake City,
  San Antonio, San Diego, San Francisco, San Jose, Santa Barbara, Santa Fe, Savannah, Scottsdale, Seattle, Spokane, St. Louis, Tacoma, Tallahassee, Tampa,
  Tucson, Tulsa, Vancouver, Washington DC, Wichita`
    .split(",")
    .map((name) => name.trim());
