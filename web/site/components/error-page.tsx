import type { ErrorTexts } from "../texts/errors.ts";
import { frameTexts } from "../texts/frame.ts";

export function ErrorPage({ texts }: { texts: ErrorTexts }) {
  return (
    <div class="prose error-page">
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <p class="actions">
        <a class="button" href="/homes">
          {frameTexts.allHomes}
        </a>
        <a class="button quiet" href="/">
          {frameTexts.home}
        </a>
      </p>
    </div>
  );
}
