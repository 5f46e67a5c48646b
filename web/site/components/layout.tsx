import type { ComponentChildren } from "preact";
import type { Visit } from "../frame/visit.ts";
import { frameTexts } from "../texts/frame.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

/** What surrounds the content of every page. */
export function Layout({ visit, children }: { visit: Visit; children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        {frameTexts.skip}
      </a>
      <Header visit={visit} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer site={visit.site} />
    </>
  );
}
