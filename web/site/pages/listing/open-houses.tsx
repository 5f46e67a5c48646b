import { dayText, momentText } from "../../../shared/dates.ts";
import { Icon } from "../../icons/icon.tsx";
import { homesTexts } from "../../texts/homes.ts";
import type { OpenHouse } from "./listing-context.ts";

/** When the home can be seen without an appointment, in the home's time zone; each as a file for calendars. */
export function OpenHouses({ openHouses }: { openHouses: readonly OpenHouse[] }) {
  return (
    <section class="listing-section" aria-labelledby="open-houses-title">
      <h2 id="open-houses-title">{homesTexts.openHousesTitle}</h2>
      <ul class="open-houses">
        {openHouses.map((openHouse) => (
          <li key={openHouse.id}>
            <p>
              <strong>{dayText(openHouse.date, "weekday")}</strong> {hoursOf(openHouse)}
            </p>
            {openHouse.remarks && (
              <p class="quiet">
                <bdi>{openHouse.remarks}</bdi>
              </p>
            )}
            <a href={`/api/open-houses/${openHouse.id}.ics`} download>
              <Icon name="calendar-check" />
              {homesTexts.addToCalendar}
              <span class="visually-hidden">: {dayText(openHouse.date, "weekday")}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function hoursOf({ starts_at: start, ends_at: end, time_zone: zone }: OpenHouse): string {
  if (!start) return "";
  if (!end) return momentText(start, zone, "time");
  return `${momentText(start, zone, "time")} – ${momentText(end, zone, "time")}`;
}
