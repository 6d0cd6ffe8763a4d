import { formatPlace } from "#contract/place.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { toSettingFindings } from "#platform/checks/settings.ts";
import type { Context } from "#platform/context.ts";
import { NO_SENDER } from "#platform/config/settings.ts";
import { isOneAddress } from "#platform/mail/send-mail.ts";
import { getBranding, type ShopBranding } from "#shop/brand/server/index.ts";
import { getShopName, findSeller } from "#shop/seller/server/index.ts";
import { isSample } from "#shop/seller/seller.ts";

export interface Sender {
  tradeName: string;
  website: string;
  email?: string | undefined;
  phone?: string | undefined;
  face?: ShopBranding;
  address?: string | undefined;
}

export function getSender(context: Context): Sender {
  const seller = findSeller(context);
  const address = seller?.address;
  return {
    tradeName: getShopName(context),
    website: context.config.publicUrl,
    face: getBranding(context),
    email: seller?.email,
    phone: seller?.phone,
    address: address && [address.street, formatPlace(address), address.country].join(", "),
  };
}

export const getMailFrom = (context: Context): string => {
  const { mailFrom } = context.config;
  return mailFrom === NO_SENDER
    ? `"${getShopName(context).replaceAll(/["\\\r\n]/g, "")}" <${mailFrom}>`
    : mailFrom;
};

export function getSellerMailbox(context: Context): string | null {
  const email = findSeller(context)?.email ?? "";
  return isOneAddress(email) && !isSample(email) ? email : null;
}

/** Returns the owner's e-mail address or null. The seller's sample address is used only if no mail server is set. */
export function getOwnerMailbox(context: Context): string | null {
  const { mailTo, smtpUrl } = context.config;
  const sample = smtpUrl === undefined ? (findSeller(context)?.email ?? null) : null;
  return mailTo ?? getSellerMailbox(context) ?? sample;
}

export const checkOwnerMailbox = async ({
  config: { profile, mailTo },
}: Pick<Context, "config">): Promise<Finding[]> =>
  toSettingFindings([
    [
      profile !== "demo" && mailTo === undefined,
      "MAIL_TO",
      "this setting is empty: e-mails for you go to the address in your seller details, and are not sent while that address is a sample",
    ],
  ]);

export const listContactLines = ({ email, phone, address }: Sender): string[] =>
  [email, phone, address].filter((each) => each !== undefined);

export const toWholeHref = (href: string, { website }: Sender): string =>
  href.startsWith("/") ? website + href : href;
