export type ErrorTexts = { title: string; text: string };

const texts: Record<number, ErrorTexts> = {
  403: {
    title: "This form was not accepted",
    text: "It was sent from another website, or your browser hides where it was sent from. Open the page here and send it again.",
  },
  404: {
    title: "Page not found",
    text: "There is nothing at this address. The home may be sold or withdrawn, or the address may be mistyped.",
  },
  405: { title: "Nothing can be sent here", text: "Go back and try again." },
  410: { title: "No longer listed", text: "This home is not for sale here any more." },
  429: {
    title: "Too many requests",
    text: "Many pages were requested from your network. Wait a minute, then try again.",
  },
  503: { title: "Back in a moment", text: "The website cannot answer right now. Try again in a minute." },
};

/** The texts of an error page. */
export function errorTexts(status: number): ErrorTexts {
  return (
    texts[status] ?? {
      title: "Something went wrong",
      text: "The page could not be shown. Try again in a minute.",
    }
  );
}
