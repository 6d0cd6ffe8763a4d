/** The features from which each feature may import. Circular imports between features are forbidden. */
export const featureUses: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    addresses: "",
    pricing: "addresses policies",
    brand: "media",
    seller: "addresses brand pricing",
    media: "",
    inventory: "",
    payments: "seller",
    policies: "addresses inventory",
    texts: "brand policies pricing seller",
    merchandising: "brand media policies seller texts",
    catalogue: "addresses brand inventory media merchandising policies pricing seller texts",
    accounts: "addresses policies seller",
    cart: "accounts catalogue inventory payments policies pricing visits",
    wishlist: "accounts catalogue",
    "browser-errors": "",
    contact: "accounts policies",
    "back-in-stock": "accounts catalogue inventory",
    testimonials: "accounts",
    "table-setting": "cart catalogue inventory media pricing",
    reviews: "accounts catalogue documents media orders testimonials",
    documents: "addresses pricing seller",
    orders: "accounts addresses brand catalogue documents inventory media payments policies pricing seller",
    parcels: "addresses catalogue documents orders payments policies seller",
    people: "orders policies",
    checkout: "accounts addresses brand cart catalogue documents inventory orders payments policies pricing",
    invoices: "addresses brand catalogue documents orders parcels payments pricing seller",
    returns: "accounts catalogue inventory media orders policies",
    today:
      "back-in-stock brand catalogue contact inventory invoices orders parcels payments policies returns reviews seller",
    notifications:
      "accounts back-in-stock brand catalogue contact documents invoices media orders payments policies pricing returns reviews seller texts today",
    visits: "brand catalogue orders",
    privacy: "accounts addresses back-in-stock cart contact orders returns reviews testimonials wishlist",
  }).map(([feature, uses]) => [feature, uses.split(/\s+/).filter(Boolean)]),
);

type Layer =
  | "contract"
  | "platform"
  | "client"
  | "ui"
  | "domain"
  | "feature server"
  | "feature web"
  | "server"
  | "web"
  | "desk"
  | "desk server"
  | "desk web"
  | "outside";

/** The layers from which each layer may import. `featureUses` also limits the imports between features. */
const MAY_IMPORT: Readonly<Record<Layer, readonly Layer[]>> = {
  contract: ["contract"],
  platform: ["contract", "platform"],
  client: ["contract", "client", "ui"],
  ui: ["contract", "client", "ui"],
  domain: ["contract", "domain"],
  "feature server": ["contract", "platform", "domain", "feature server"],
  "feature web": ["contract", "client", "ui", "domain", "feature web"],
  server: ["contract", "platform", "domain", "feature server", "server"],
  web: ["contract", "client", "ui", "domain", "feature web", "web"],
  // The desk is a separate process that sends commands to the shop, so it must not import the shop's server code.
  desk: ["contract", "platform", "domain", "desk"],
  "desk server": ["contract", "platform", "domain", "desk", "desk server"],
  "desk web": ["contract", "client", "ui", "domain", "desk", "desk web"],
  outside: [],
};

function getLayer(file: string): Layer {
  const [first = "", second, third, fourth] = file.split("/");
  if (first === "desk") return second === "server" ? "desk server" : second === "web" ? "desk web" : "desk";
  if (first !== "shop")
    return (
      (["contract", "platform", "client", "ui", "server", "web"] as const).find((layer) => layer === first) ??
      "outside"
    );
  if (fourth === undefined) return "domain";
  return third === "server" ? "feature server" : third === "web" ? "feature web" : "outside";
}

const getFeature = (file: string): string | null =>
  file.startsWith("shop/") ? (file.split("/")[1] ?? null) : null;

const SERVER_PACKAGES = /^(node:|fastify|@fastify\/|pg$|drizzle-orm|sharp$|pino|@electric-sql\/)/;

const WEB_PACKAGES = /^(react|embla-carousel|lucide|@tanstack\/)/;

export function mayImportPackage(from: string, name: string): boolean {
  const layer = getLayer(from);
  if (layer === "contract" || layer === "domain") return name === "valibot" || name.startsWith("valibot/");
  return !(/web$|^client$|^ui$/.test(layer) ? SERVER_PACKAGES : WEB_PACKAGES).test(name);
}

/** Both paths are relative to the root of the repository. */
export function mayImport(from: string, to: string): boolean {
  const [here, there] = [getLayer(from), getLayer(to)];
  if (!MAY_IMPORT[here].includes(there)) return false;
  const [feature, other] = [getFeature(from), getFeature(to)];
  if (other === null || feature === other) return true;
  if (feature !== null && !(featureUses[feature] ?? []).includes(other)) return false;
  if (there === "feature server") return isPublic(to, here);
  return there !== "feature web" || here === "web" || here === "feature web";
}

/**
 * From the server folder of a feature, others may import only index.ts. The root folder `server/` may also import
 * feature.ts and settings.ts.
 */
const isPublic = (file: string, by: Layer): boolean =>
  file.endsWith("/server/index.ts") || (by === "server" && /\/server\/(feature|settings)\.ts$/.test(file));
