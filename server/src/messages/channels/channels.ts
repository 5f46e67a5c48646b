import type { ChannelName } from "../message.ts";
import type { Channel } from "./channel.ts";
import { email } from "./email.ts";
import { push } from "./push.ts";
import { sms } from "./sms.ts";

export const channels: Record<ChannelName, Channel> = { email, sms, push };
