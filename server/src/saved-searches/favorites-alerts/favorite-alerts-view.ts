import type { Context } from "../../platform/context.ts";
import { effectiveFrequency } from "../alerts/backoff.ts";
import type { Recipient } from "../alerts/recipients.ts";
import type { FavoriteAlerts } from "../saved-searches.schemas.ts";

export function favoriteAlertsView({ clock }: Context, recipient: Recipient): FavoriteAlerts {
  const { frequency, channels, status } = recipient.favorites;
  return {
    frequency,
    effective_frequency: effectiveFrequency(recipient.favorites, recipient, clock.now()),
    channels,
    status,
  };
}
