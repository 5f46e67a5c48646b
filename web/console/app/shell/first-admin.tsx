import { Link } from "@tanstack/react-router";
import { Icon } from "../../icons/icon.tsx";
import { api } from "../api.ts";
import { useMay, useMe } from "../me.ts";

/** Asks who has signed in with the first admin key for an email: from then on admins sign in by mailed links (web.md, W27). */
export function FirstAdmin() {
  const me = useMe();
  const may = useMay();
  const isKeyOfAdmin = me.id === null && may("inviteAdmin");
  const { data: admins } = api.useQuery("get", "/api/auth/admins", {}, { enabled: isKeyOfAdmin });
  if (admins?.total !== 0) return null;
  return (
    <p className="notice note">
      <Icon name="envelope-simple" />
      <span>
        You are signed in with a key. <Link to="/admin/admins">Add your email</Link>, and sign in by a mailed
        link from then on.
      </span>
    </p>
  );
}
