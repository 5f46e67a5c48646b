import { useState } from "preact/hooks";
import { decimal, money } from "../../../shared/numbers.ts";
import { paymentTexts } from "../../texts/payment.ts";
import { type LoanTerms, monthlyPayment, readTerms, termLimits } from "./payment.ts";

export type CalculatorProps = {
  price: number;
  /** Of the owners' association, US dollars a month; null when it is unknown. */
  hoa: number | null;
  terms: LoanTerms;
  /** The page's path: without script, the form asks for the page with other terms. */
  action: string;
};

/** What the home costs a month with a loan. */
export function Calculator({ price, hoa, terms: given, action }: CalculatorProps) {
  // As typed: a text that is no number yet stays in its field.
  const [typed, setTyped] = useState<Record<keyof LoanTerms, string>>({
    down: String(given.down),
    rate: String(given.rate),
    years: String(given.years),
  });
  const terms = readTerms((name) => typed[name as keyof LoanTerms]);
  const loan = monthlyPayment({ price, ...terms });
  return (
    <div class="calculator">
      <p class="payment-sum">
        <output for="loan-down loan-rate loan-years">{money(loan + (hoa ?? 0))}</output> {paymentTexts.aMonth}
      </p>
      <dl class="payment-parts">
        <div>
          <dt>{paymentTexts.loan}</dt>
          <dd>{money(loan)}</dd>
        </div>
        {hoa !== null && hoa > 0 && (
          <div>
            <dt>{paymentTexts.hoa}</dt>
            <dd>{money(hoa)}</dd>
          </div>
        )}
        <div>
          <dt>{paymentTexts.downPayment}</dt>
          <dd>{money((price * terms.down) / 100)}</dd>
        </div>
      </dl>
      <form
        class="terms"
        method="get"
        action={`${action}#payment`}
        onSubmit={(event) => event.preventDefault()}
      >
        {(["down", "rate", "years"] as const).map((name) => (
          <div class="field" key={name}>
            <label for={`loan-${name}`}>{paymentTexts.labels[name]}</label>
            <input
              id={`loan-${name}`}
              name={name}
              type="number"
              inputMode="decimal"
              {...termLimits[name]}
              step={name === "rate" ? "any" : 1}
              value={typed[name]}
              onInput={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
            />
          </div>
        ))}
        <button class="button quiet without-script" type="submit">
          {paymentTexts.submit}
        </button>
      </form>
      <p class="quiet">{paymentTexts.note(decimal(terms.down), decimal(terms.rate, 3), terms.years)}</p>
    </div>
  );
}
