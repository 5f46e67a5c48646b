/** Whether the browser asks not to be tracked (Sec-GPC, DNT): then nothing is recorded or kept (W21). */
export function refusesTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === "1";
}
