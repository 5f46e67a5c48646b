import type { ConsoleAssets } from "../../../../web/build/assets.ts";

/** The one document of the console, which its script fills. */
export function consolePage({ script, stylesheet, fonts }: ConsoleAssets): string {
  const preloads = fonts.map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  );
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lintel console</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
${preloads.join("\n")}
<link rel="stylesheet" href="${stylesheet}">
<script type="module" src="${script}"></script>
</head>
<body>
<div id="console"></div>
<noscript><p>The console needs JavaScript. Allow it for this website, then load the page again.</p></noscript>
</body>
</html>
`;
}

/** A lintel: the beam that carries the wall over a door. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#2b5c8a" d="M4 8h32v6H4zM8 16h5v18H8zM27 16h5v18h-5z"/></svg>`;
