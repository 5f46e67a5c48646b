import { Price } from "../../components/price.tsx";
import { toursTexts } from "../../texts/tours.ts";

/** On phones, at the lower edge: the way to the form for a tour. The script `tour-bar` hides it beside the form itself. */
export function TourBar({ price }: { price: number | null }) {
  return (
    <div class="tour-bar no-print" data-island="tour-bar" data-props="{}" data-load="now">
      <Price amount={price} class="tour-bar-price" />
      <a class="button" href="#tour">
        {toursTexts.submit}
      </a>
    </div>
  );
}
