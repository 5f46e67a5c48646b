import { useEffect, useRef, useState } from "react";

/**
 * A mail as mail programs show it. The frame has a policy of its own (mail-frame.ts), because the mail's styles stand in its HTML, and
 * an origin of its own, so that nothing in it reaches the console.
 */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isLoaded) frame.current?.contentWindow?.postMessage({ html }, "*");
  }, [html, isLoaded]);
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      title={title}
      src="/console/mail-frame"
      sandbox="allow-scripts"
      onLoad={() => setLoaded(true)}
    />
  );
}
