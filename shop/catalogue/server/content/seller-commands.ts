import { refuseField } from "#platform/operator/command.ts";
import { listIndianStates } from "#shop/addresses/indian-states.ts";
import { NO_MOBILE, readMobile } from "#shop/seller/phone.ts";
import { isSample, WHATSAPP } from "#shop/seller/seller.ts";
import { findGstinError, findGstinState, normaliseGstin } from "#shop/pricing/gstin.ts";
import { listSamples, sellerFile, type SellerInFile } from "#shop/seller/server/index.ts";
import {
  changeContent,
  defineContentCommand,
  getFields,
  mergeValues,
  parsePart,
  refuseFaults,
  requireSeller,
  showValues,
  toLines,
  type TypedValues,
  withFields,
} from "./change-content.ts";
import { sellerOptionNames, shownSettings } from "../../command-results.ts";

export const sellerCommand = defineContentCommand({
  ...shownSettings.seller,
  part: (content) => toValues(requireSeller(content)),
  onlyOwner: "changes",
  summary:
    "Shows or changes the seller's details on pages, e-mails and invoices: name, GSTIN, address, phone, links.",
  args: [],
  options: {
    "legal-name": { summary: "as in the GST registration" },
    gstin: { summary: "15 characters, for example 27AAPFU0939F1ZV" },
    street: { summary: "house, street and area" },
    city: { summary: "the city" },
    state: {
      summary: "as in the GST registration",
      choices: listIndianStates(undefined),
    },
    pin: { summary: "six digits" },
    phone: { summary: "for customers, such as +91 98250 12345" },
    whatsapp: { summary: "a mobile number for WhatsApp; every page links to it", or: ["none"] },
    email: { summary: "for customers" },
    "officer-name": { summary: "the person who answers grievances, as the law requires" },
    "officer-email": { summary: "the grievance officer's e-mail" },
    "officer-phone": { summary: "the grievance officer's phone" },
    courts: { summary: "the city whose courts decide disputes" },
    links: {
      summary: "each as a name and a URL, such as Instagram https://instagram.com/you",
      many: true,
      or: ["none"],
    },
    confirm: {
      summary: "statements that are true for your shop, each exactly as the checks of the shop show it",
      many: true,
    },
  },
  examples: [
    'seller --legal-name "Asha Crafts LLP" --gstin 27AAPFU0939F1ZV --state Maharashtra --pin 411001',
    "seller --links none",
  ],
  show: (_context, content) => showSeller(requireSeller(content)),
  async change(context, input) {
    const { confirm, ...options } = input.options;
    return changeContent(context, (content) => {
      const current = requireSeller(content);
      const values = mergeValues(toValues(omitSampleLinks(current, options)), options);
      const toConfirm = omitConfirmed(current.toConfirm, toLines(confirm) ?? []);
      const file = { ...toFile(current, values), toConfirm };
      const changed = parsePart(sellerFile, file, sellerOptionNames, current);
      if (context.config.profile === "production") refuseSamples(changed);
      return { ...content, seller: changed };
    });
  },
});

/**
 * Removes the sample links if the owner enters a phone number or an e-mail address. An owner without social media
 * has no links to replace them.
 */
function omitSampleLinks(seller: SellerInFile, { phone, email }: TypedValues): SellerInFile {
  if (phone === undefined && email === undefined) return seller;
  return { ...seller, socialLinks: seller.socialLinks.filter(({ url }) => !isSample(url)) };
}

function omitConfirmed(statements: readonly string[], confirmed: readonly string[]): string[] {
  const unknown = confirmed.find((statement) => !statements.includes(statement));
  if (unknown !== undefined)
    throw refuseField("confirm", `“${unknown}” is not one of the statements to confirm.`);
  return statements.filter((statement) => !confirmed.includes(statement));
}

function showSeller(sellerFile: SellerInFile) {
  const samples = listSampleOptions(sellerFile);
  return {
    ...showValues(toValues(sellerFile), { samples, toConfirm: [...sellerFile.toConfirm] }),
    message:
      samples.length === 0
        ? ""
        : `These are still sample values. Replace them with your own: ${samples.join(", ")}.`,
  };
}

/** The fields whose values the options show and change without conversion. */
const { state: _state, socialLinks: _links, ...FIELDS } = sellerOptionNames;

function toValues(seller: SellerInFile): TypedValues {
  const whatsapp = seller.socialLinks.find(({ name }) => name === WHATSAPP)?.url;
  return {
    ...getFields(seller, FIELDS),
    whatsapp: whatsapp && `+${whatsapp.replace(/^.*\//, "")}`,
    links: seller.socialLinks
      .filter(({ name }) => name !== WHATSAPP)
      .map(({ name, url }) => `${name} ${url}`)
      .join("\n"),
  };
}

function toFile(current: SellerInFile, { state: enteredState = "", ...values }: TypedValues): object {
  const whatsapp = values["whatsapp"];
  // A valid GSTIN contains the state. If the entered state is still the sample, use the state of the GSTIN instead.
  const gstin = normaliseGstin(values["gstin"] ?? "");
  const isKnown = isSample(enteredState) && !isSample(gstin) && findGstinError(gstin) === null;
  const state = isKnown ? (findGstinState(gstin)?.name ?? enteredState) : enteredState;
  const file = {
    ...current,
    // The state of registration may differ from that of the address, but only the latter can be entered. If the
    // address gets a different state, the state of registration becomes the same.
    state: state === current.address.state ? current.state : state,
    socialLinks: [
      ...(toLines(values["links"]) ?? []).map(readLink),
      ...(whatsapp === undefined ? [] : [{ name: WHATSAPP, url: toWhatsAppLink(whatsapp) }]),
    ],
  };
  return withFields(file, FIELDS, { ...values, state });
}

function readLink(line: string): { name: string; url: string } {
  const [, name = "", url = ""] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
  if (name === "" || URL.parse(url)?.protocol !== "https:")
    throw refuseField(
      "links",
      `Write "${line}" as a name and a URL, for example: Instagram https://instagram.com/you`,
    );
  return { name, url };
}

function toWhatsAppLink(phoneNumber: string): string {
  const digits = readMobile(phoneNumber);
  if (digits === null) throw refuseField("whatsapp", NO_MOBILE);
  return `https://wa.me/${digits}`;
}

function listSampleOptions(seller: SellerInFile): string[] {
  const fields = listSamples(seller).map(([field]) => field);
  const options = Object.entries(sellerOptionNames).filter(([name]) =>
    fields.some((field) => field === name || field.startsWith(`${name}.`)),
  );
  return [...new Set(options.map(([, option]) => option))];
}

/** Refuses seller details that are still samples, because customers would see them (D103). @throws UsageError */
const refuseSamples = (seller: SellerInFile): void =>
  refuseFaults(
    listSamples(seller).map(([field, value]) => ({
      file: "",
      where: "",
      field,
      message: `is a sample that came with the shop: "${value}".`,
    })),
    sellerOptionNames,
  );
