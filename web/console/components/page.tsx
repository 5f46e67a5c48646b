import { type ReactNode, useEffect } from "react";

type PageProps = {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A page: its heading, which is the document's title too, what can be done, and its content. */
export function Page({ title, intro, actions, children, className = "" }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Lintel`;
  }, [title]);
  return (
    <div className={`page ${className}`.trim()}>
      <header className="page-head">
        <div>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {intro && <p className="page-intro">{intro}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
