import { formatPlace } from "#contract/place.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { toSettingFindings } from "#platform/checks/settings.ts";
import type { Context } from "#platform/context.ts";
import { NO_SENDER } from "#platform/config/settings.ts";
import { isOneAddress } from "#platform/mail/send-mail.ts";
import { getFace, type ShopFace } from "#shop/brand/server/index.ts";
import { getShopName, findSeller } from "#shop/seller/server/index.ts";
import { isSample } from "#shop/seller/seller.ts";

/** The sender, as shown below every mail. */
export interface Sender {
  tradeName: string;
  /** Origin of the shop. */
  website: string;
  email?: string | undefined;
  phone?: string | undefined;
  /** The shop's mark and colours if they are not the default. */
  face?: ShopFace;
  /** Postal address, in one line. */
  address?: string | undefined;
}

export function getSender(context: Context): Sender {
  const seller = findSeller(context);
  const address = seller?.address;
  return {
    tradeName: getShopName(context),
    website: context.config.publicUrl,
    face: getFace(context),
    email: seller?.email,
    phone: seller?.phone,
    address: address && [address.street, formatPlace(address), address.country].join(", "),
  };
}

/** Returns the sender of mails: MAIL_FROM, or the shop's name if it is not set. */
export const getMailFrom = (context: Context): string => {
  const { mailFrom } = context.config;
  return mailFrom === NO_SENDER
    ? `"${getShopName(context).replaceAll(/["\\\r\n]/g, "")}" <${mailFrom}>`
    : mailFrom;
};

/** Returns the seller's mailbox, if the owner has filled it in; the sample address belongs to nobody. */
export function getSellerMailbox(context: Context): string | null {
  const email = findSeller(context)?.email ?? "";
  return isOneAddress(email) && !isSample(email) ? email : null;
}

/**
 * Returns the mailbox for messages to the owner; without a mail server, a mail to the sample address is only a file.
 */
export function getOwnerMailbox(context: Context): string | null {
  const { mailTo, smtpUrl } = context.config;
  const sample = smtpUrl === undefined ? (findSeller(context)?.email ?? null) : null;
  return mailTo ?? getSellerMailbox(context) ?? sample;
}

/** Checks that the settings name the owner's mailbox. */
export const checkOwnerMailbox = async ({
  config: { profile, mailTo },
}: Pick<Context, "config">): Promise<Finding[]> =>
  toSettingFindings([
    [
      profile !== "demo" && mailTo === undefined,
      "MAIL_TO",
      "e-mails for you are sent to the address in your seller details; if those are the sample, to nobody",
    ],
  ]);

export const listContactLines = ({ email, phone, address }: Sender): string[] =>
  [email, phone, address].filter((each) => each !== undefined);

/** Returns an absolute URL of the shop. */
export const toWholeHref = (href: string, { website }: Sender): string =>
  href.startsWith("/") ? website + href : href;
