import { Menu } from "../../components/menu.tsx";
import { notifyFailure } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { client, type Schema } from "../api.ts";
import { messageOf } from "../api-error.ts";
import { endSubscription } from "../push-subscription.ts";
import { queries } from "../queries.ts";

const roles = { admin: "Administrator", broker: "Broker", agent: "Agent" };

/** Who is signed in, and signing out. */
export function AccountMenu({ me }: { me: Schema<"CurrentUser"> }) {
  const signOut = async () => {
    try {
      await endSubscription();
      await client.DELETE("/api/auth/sessions/current");
    } catch (error) {
      notifyFailure("Not signed out", messageOf(error));
      return;
    }
    // Nothing of this person stays in the memory of the page.
    queries.clear();
    location.assign("/console/sign-in");
  };
  return (
    <div className="account">
      <Menu
        className="account-button"
        trigger={
          <>
            <Icon name="user-circle" />
            <span className="account-name">
              <bdi>{me.email}</bdi>
              <small>{roles[me.role]}</small>
            </span>
          </>
        }
        items={[{ label: "Sign out", icon: "sign-out", run: () => void signOut() }]}
      />
    </div>
  );
}
