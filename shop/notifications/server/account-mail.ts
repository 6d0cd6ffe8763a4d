import { formatDateTime } from "#contract/dates.ts";

export const WHY_ACCOUNT = "You're receiving this e-mail because you have an account with us.";

/** A login from a device that was never used with this account before. */
export interface NewDevice {
  device: string | null;
  network: string | null;
  at: Date;
}

export const listDeviceFacts = ({ device, network, at }: NewDevice) => [
  { label: "Device", value: device ?? "Unknown device" },
  ...(network === null ? [] : [{ label: "Network", value: network }]),
  { label: "When", value: formatDateTime(at) },
];

export const accountSentences = {
  wasYou: "If this was you, you don't need to do anything.",
  wasNot:
    "If it wasn't you, set a new password right away: that logs every device out. Your profile shows the recent activity of your account.",
} as const;
