import { useMe } from "../../../app/me.ts";
import { SettingsPage } from "../settings-page.tsx";
import { Notifications } from "./notifications.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";

/** What a person has of their own: browsers that are signed in, passkeys, notifications. */
export function AccountPage() {
  const { email } = useMe();
  return (
    <SettingsPage title="My account" intro={<bdi>{email}</bdi>}>
      <Sessions />
      <Passkeys />
      <Notifications />
    </SettingsPage>
  );
}
