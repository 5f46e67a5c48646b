import type { FormEvent, ReactNode } from "react";

type FilterFormProps = {
  /** What the address asks for: the form begins anew when it changes, as on the way back. */
  search: object;
  onShow: (form: FormData) => void;
  children: ReactNode;
};

/** Filters of a list that are applied together, by a button or Enter. */
export function FilterForm({ search, onShow, children }: FilterFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onShow(new FormData(event.currentTarget));
  };
  return (
    <form className="filters" onSubmit={submit} key={JSON.stringify(search)}>
      {children}
      <button type="submit" className="button quiet">
        Show
      </button>
    </form>
  );
}
