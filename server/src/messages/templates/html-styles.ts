const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Inline styles, because many mail programs drop all others. */
export const style = {
  page: `margin:0;padding:0;background:#f2f3f5;color:#1f2328;font:16px/1.5 ${FONT};-webkit-text-size-adjust:100%`,
  preview: "display:none;max-height:0;overflow:hidden;mso-hide:all",
  ground: "background:#f2f3f5",
  around: "padding:28px 12px",
  card: "width:100%;max-width:560px;background:#ffffff;border-radius:8px;border-collapse:separate",
  inside: `padding:28px 36px 20px;font:16px/1.5 ${FONT};color:#1f2328;text-align:left`,
  sender: "margin:0 0 22px;font-size:14px;font-weight:600;color:#5b6570;overflow-wrap:anywhere",
  paragraph: "margin:0 0 16px;overflow-wrap:anywhere",
  facts: "margin:4px 0 24px;border-collapse:separate",
  label: "padding:6px 20px 6px 0;width:1%;white-space:nowrap;font-size:14px;line-height:24px;color:#5b6570",
  value: "padding:6px 0;color:#1f2328;overflow-wrap:anywhere;word-break:break-word",
  link: "color:#1f2328;text-decoration:underline",
  by: "margin:0 0 6px;font-size:14px;color:#5b6570",
  quote:
    "margin:0 0 24px;padding:2px 0 2px 16px;border-left:3px solid #d0d7de;color:#1f2328;overflow-wrap:anywhere;word-break:break-word",
  button:
    "display:inline-block;padding:12px 24px;border-radius:6px;color:#ffffff;font-weight:600;text-decoration:none",
  home: "margin:0 0 20px;border:1px solid #d0d7de;border-radius:8px;border-collapse:separate;overflow:hidden",
  photo:
    "display:block;width:100%;max-width:486px;height:auto;border:0;border-radius:7px 7px 0 0;background:#e6e9ec",
  homeText: `padding:16px 18px 14px;font:16px/1.5 ${FONT};color:#1f2328`,
  reasons: "margin:0 0 6px",
  reason:
    "display:inline-block;margin:0 6px 4px 0;padding:1px 10px;border-radius:12px;background:#e7eff3;color:#0f4457;font-size:13px;line-height:22px;font-weight:600",
  price: "margin:0;font-size:20px;line-height:28px;font-weight:700;color:#1f2328",
  address: "margin:0;overflow-wrap:anywhere",
  homeFacts: "margin:2px 0 0;font-size:14px;line-height:22px;color:#5b6570;overflow-wrap:anywhere",
  attribution: "margin:8px 0 0;font-size:12px;line-height:18px;color:#5b6570;overflow-wrap:anywhere",
  smallPrint: "margin:0 0 12px;font-size:12px;line-height:18px;color:#5b6570;overflow-wrap:anywhere",
  footer: `max-width:560px;margin:16px auto 0;padding:0 12px;font:13px/1.6 ${FONT};color:#5b6570;text-align:center;overflow-wrap:anywhere`,
  quiet: "color:#5b6570;text-decoration:underline",
} as const;

/** For mail programs that support it: dark mode, and facts below their labels on a narrow screen. */
export const DARK_AND_NARROW = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 480px) {
  .ground { padding: 12px 8px !important }
  .inside { padding: 22px 20px 10px !important }
  .facts td { display: block !important; width: auto !important }
  .facts .label { padding: 8px 0 0 !important; line-height: 20px !important }
  .facts .value { padding: 0 0 4px !important }
  .home-text { padding: 12px 14px !important }
  .button { display: block !important; text-align: center !important }
}
@media (prefers-color-scheme: dark) {
  .page { background: #14171a !important }
  .card { background: #1f2428 !important }
  .inside, .value, .quote { color: #e6e8ea !important }
  .label, .sender, .footer { color: #a3adb8 !important }
  .quote { border-left-color: #444c56 !important }
  .home { border-color: #3d444d !important }
  .home-text, .home-text a, .price { color: #e6e8ea !important }
  .photo { background: #2b3137 !important }
  .reason { background: #173d4c !important; color: #bfe3f2 !important }
}
`;
