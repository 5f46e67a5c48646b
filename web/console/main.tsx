import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "./app/queries.ts";
import { router } from "./app/router.ts";
import { watchTyping } from "./app/typed-text.ts";
import { Toasts } from "./components/toasts.tsx";

watchTyping();
createRoot(document.getElementById("console") as HTMLElement).render(
  <StrictMode>
    {/* The policy of the document forbids inline styles (serve-console.ts). */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
