import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Assets } from "../../build/assets.ts";
import { Layout } from "../components/layout.tsx";
import { frameTexts } from "../texts/frame.ts";
import { DocumentHead } from "./document-head.tsx";
import type { Head } from "./head.ts";
import type { Visit } from "./visit.ts";
import { VisitContext } from "./visit-context.ts";

type DocumentParts = { visit: Visit; assets: Assets; head: Head; content: ComponentChildren };

/** The whole HTML of a page. */
export function renderDocument({ visit, assets, head, content }: DocumentParts): string {
  const html = renderToString(
    <VisitContext.Provider value={visit}>
      <html lang={frameTexts.language}>
        <head>
          <DocumentHead visit={visit} assets={assets} head={head} />
        </head>
        <body data-tracked={head.tracked && JSON.stringify(head.tracked)}>
          <Layout visit={visit}>{content}</Layout>
        </body>
      </html>
    </VisitContext.Provider>,
  );
  return `<!doctype html>${html}`;
}
