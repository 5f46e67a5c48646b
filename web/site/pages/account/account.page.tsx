import type { components } from "../../../../client/src/api.generated.ts";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { PersonNav } from "../../components/person-nav.tsx";
import { SignInForm } from "../../components/sign-in-form.tsx";
import { dataOf } from "../../frame/api.ts";
import { definePage } from "../../frame/page.ts";
import { type Client, signedInClient } from "../../person/client.ts";
import { accountTexts as texts } from "../../texts/account.ts";
import { FavoriteAlertsForm } from "./favorite-alerts-form.tsx";
import { OwnData } from "./own-data.tsx";
import { postAccount } from "./post-account.ts";
import { SignOut } from "./sign-out.tsx";

type AccountData = {
  client: Client | null;
  /** Null where the brokerage has no favorites. */
  alerts: components["schemas"]["FavoriteAlerts"] | null;
};

/** `/account`: who is signed in, their alerts, their data, and the way out. */
export const accountPage = definePage<AccountData>({
  path: "/account",
  audience: "person",
  async load(visit) {
    const client = await signedInClient(visit);
    const hasAlerts = client && visit.site.feature_favorites;
    const alerts = hasAlerts ? dataOf(await visit.api.GET("/api/v1/favorites/alerts")) : null;
    return {
      head: { title: texts.title, description: texts.description, noindex: true },
      data: { client, alerts },
    };
  },
  post: postAccount,
  View({ data: { client, alerts }, visit: { form } }) {
    return (
      <div class="wide section">
        <PersonNav />
        <h1>{texts.title}</h1>
        <ErrorSummary form={form} />
        {client ? (
          <>
            <p class="reach-lead">
              {texts.signedInAs} <strong>{client.email}</strong>
            </p>
            {alerts && <FavoriteAlertsForm alerts={alerts} form={form} />}
            <OwnData />
            <SignOut />
          </>
        ) : (
          <section class="person-offer" aria-labelledby="sign-in-title">
            <h2 id="sign-in-title">{texts.signInTitle}</h2>
            <p class="quiet">{texts.signInText}</p>
            <SignInForm form={null} />
          </section>
        )}
      </div>
    );
  },
});
