/** What a payment is worked out from. */
export type Loan = {
  /** Of the home, US dollars. */
  price: number;
  /** Percent of the price. */
  down: number;
  /** Percent a year. */
  rate: number;
  years: number;
};

export type LoanTerms = Omit<Loan, "price">;

/** An example, which the page names as such: no lender's offer. */
const exampleTerms: LoanTerms = { down: 20, rate: 6.5, years: 30 };

export const termLimits = {
  down: { min: 0, max: 100, step: 1 },
  rate: { min: 0, max: 20, step: 0.125 },
  years: { min: 1, max: 40, step: 1 },
} as const;

/** Interest and repayment a month, in US dollars, of a loan with equal payments. */
export function monthlyPayment({ price, down, rate, years }: Loan): number {
  const borrowed = price * (1 - down / 100);
  const months = years * 12;
  const monthly = rate / 1200;
  if (monthly === 0) return borrowed / months;
  return (borrowed * monthly) / (1 - (1 + monthly) ** -months);
}

/** The terms of a form or an address; the example where nothing or nothing readable is given. */
export function readTerms(get: (name: string) => string | null): LoanTerms {
  return { down: read("down"), rate: read("rate"), years: Math.round(read("years")) };

  function read(name: keyof LoanTerms): number {
    const text = get(name)?.trim();
    const number = text ? Number(text) : Number.NaN;
    const { min, max } = termLimits[name];
    return Number.isFinite(number) ? Math.min(max, Math.max(min, number)) : exampleTerms[name];
  }
}
