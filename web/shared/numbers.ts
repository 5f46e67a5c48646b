const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

/** By the most digits: `toLocaleString` makes a format for each number, which took a third of a page's rendering. */
const decimals: Intl.NumberFormat[] = [];

/** `$451,000` */
export function money(amount: number): string {
  return dollars.format(amount);
}

/** `$451K`, `$1.2M`: for pills on a map. */
export function shortMoney(amount: number): string {
  if (amount >= 999_500) return `$${decimal(amount / 1_000_000, amount >= 9_950_000 ? 0 : 2)}M`;
  return amount >= 1000 ? `$${Math.round(amount / 1000)}K` : money(amount);
}

/** `1,853` */
export function count(number: number): string {
  return decimal(number, 0);
}

/** `2.5`, `3`: with the most digits behind the point. */
export function decimal(number: number, digits = 2): string {
  decimals[digits] ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: digits });
  return decimals[digits].format(number);
}

/** `214 homes`, `1 home` */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}
