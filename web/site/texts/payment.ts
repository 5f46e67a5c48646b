/** Texts of the payment calculator. */
export const paymentTexts = {
  title: "Payment",
  aMonth: "a month",
  loan: "Loan and interest",
  hoa: "Owners' association",
  downPayment: "Down payment, once",
  labels: { down: "Down payment, %", rate: "Interest rate, %", years: "Years" },
  submit: "Work it out",
  note: (down: string, rate: string, years: number) =>
    `An example with ${down} % down and ${rate} % interest over ${years} years, not an offer of a loan. Taxes and insurance are not included. Ask a lender for the rate that applies to you.`,
};
