const words = (text: string) => new Set(text.trim().split(/\s+/));

export const streetWords = {
  /** Words that end an address. */
  suffixes:
    words(`st street ave avenue av rd road dr drive ln lane blvd boulevard ct court cir circle pl place way ter terrace hwy
    highway pkwy parkway loop trail trl`),
  /** Words that occur in no street name, so that "3 bed on a quiet street" is no address. */
  notInNames:
    words(`on in at with near a an the and or for to from under over of is bed beds bedroom bedrooms bd br bath baths
    bathroom bathrooms ba acre acres ac sq sqft square sf k m story level car garage homes houses home house condo lots
    minutes minute min miles mi hour years year feet foot ft people kids by next close quiet plus more less than max million thousand`),
};
