import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { ApiError, messageOf } from "../app/api-error.ts";

/** In place of a page whose data could not be loaded, or that has failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  const isAbsent = error instanceof ApiError && error.status === 404;
  return (
    <div className="page-message" role="alert">
      <h1>{isAbsent ? "Not found" : "This page could not be shown"}</h1>
      <p>{messageOf(error)}</p>
      <p className="actions">
        {!isAbsent && (
          <button type="button" className="button" onClick={again}>
            Try again
          </button>
        )}
        <Link className="button quiet" to="/">
          Go to Today
        </Link>
      </p>
    </div>
  );
}

export function NotFoundPage() {
  return (
    <div className="page-message">
      <h1>Not found</h1>
      <p>There is no such page in the console.</p>
      <p>
        <Link className="button quiet" to="/">
          Go to Today
        </Link>
      </p>
    </div>
  );
}
