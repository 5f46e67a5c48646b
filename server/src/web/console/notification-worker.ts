/**
 * The service worker of the console: it shows pushes (messages/templates/push-payload.ts) while no page is open, and opens their address
 * on a click. It handles no requests of pages.
 */
export const notificationWorker = `self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url ?? "/console", self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((windows) => {
      const open = windows.find((each) => each.url === url);
      return open ? open.focus() : self.clients.openWindow(url);
    }),
  );
});
`;
