const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** `$385,000`: US dollars, without cents. */
export function money(amount: number): string {
  return dollars.format(amount);
}

/** `1,800`, with at most two decimals. */
export function quantity(value: number): string {
  return number.format(value);
}
