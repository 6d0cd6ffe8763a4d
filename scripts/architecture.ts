// The architecture as a table: which part of the code may import which. The linter (oxlint.config.ts) and
// tests/architecture/dependencies.test.ts are both made from it.

import type { OxlintOverride } from "oxlint";

/** Which other features a feature may use, in any of its parts; without a row it uses none. There is no way round in a circle. */
export const featureUses: Readonly<Record<string, readonly string[]>> = {
  pricing: [],
  seller: [],
  media: [],
  inventory: [],
  payments: [],
  addresses: [],
  policies: ["pricing"],
  merchandising: ["media", "seller"],
  catalogue: ["inventory", "media", "merchandising", "policies", "pricing", "seller"],
  accounts: ["addresses", "catalogue"],
  cart: ["accounts", "catalogue", "inventory", "pricing"],
  contact: ["accounts"],
  testimonials: ["accounts"],
  operator: ["accounts"],
  orders: [
    "accounts",
    "addresses",
    "cart",
    "catalogue",
    "inventory",
    "payments",
    "policies",
    "pricing",
    "seller",
  ],
  realtime: ["accounts", "orders"],
  notifications: ["accounts", "catalogue", "contact", "media", "orders", "policies", "pricing", "seller"],
  privacy: ["accounts", "addresses", "cart", "operator", "orders", "testimonials"],
};

export type Layer =
  | "contract"
  | "platform"
  | "client"
  | "ui"
  | "domain"
  | "feature server"
  | "feature web"
  | "server"
  | "web"
  | "outside";

/** What a layer may import freely; features are checked by `featureUses` besides. */
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
  outside: [],
};

export function layerOf(file: string): Layer {
  const [first = "", , third, fourth] = file.split("/");
  if (first !== "shop")
    return (
      (["contract", "platform", "client", "ui", "server", "web"] as const).find((layer) => layer === first) ??
      "outside"
    );
  if (fourth === undefined) return "domain";
  return third === "server" ? "feature server" : third === "web" ? "feature web" : "outside";
}

/** The feature that a file belongs to; null outside of shop/. */
export const featureOf = (file: string): string | null =>
  file.startsWith("shop/") ? (file.split("/")[1] ?? null) : null;

/** Whether one file may import the other, both from the root of the repository. */
export function mayImport(from: string, to: string): boolean {
  const [here, there] = [layerOf(from), layerOf(to)];
  if (!MAY_IMPORT[here].includes(there)) return false;
  const [own, other] = [featureOf(from), featureOf(to)];
  if (other === null || own === other) return true;
  if (own !== null && !(featureUses[own] ?? []).includes(other)) return false;
  if (there === "feature server") return isPublic(to, here);
  return there !== "feature web" || here === "web";
}

/** Other features take from a feature's server what its index exports; the composition also takes the manifest. */
const isPublic = (file: string, by: Layer): boolean =>
  file.endsWith("/server/index.ts") || (by === "server" && file.endsWith("/server/feature.ts"));

interface Pattern {
  regex: string;
  message: string;
}

const SERVER_ONLY: Pattern[] = [
  {
    regex: "^#server/|^#platform/|^#shop/[^/]+/server/",
    message: "The web never imports the server, not even a type.",
  },
  {
    regex: "^(node:|fastify|@fastify/|pg$|drizzle-orm|sharp$|pino|@electric-sql/)",
    message: "This runs in a browser.",
  },
];

const WEB_ONLY: Pattern[] = [
  {
    regex: "^#client/|^#ui/|^#shop/[^/]+/web/|^(\\.\\./)+web/",
    message: "The server never imports the web.",
  },
  {
    regex: "^(react|react-dom|react-toastify|embla-carousel|lucide-react|@tanstack/)",
    message: "The server never imports the web's libraries.",
  },
];

const ABOVE_FOUNDATIONS = "^#shop/|^#server/|^(\\.\\./)+(shop|server|web|tests|scripts)/";
const PRIVATE =
  "Features import each other's domain (#shop/<feature>/…) and server index (#server/<feature>), nothing private.";

/** What each place may not import, as the linter sees it: by what is written in the import. */
export const importRules: OxlintOverride[] = [
  restrict(
    ["contract/**/*.ts"],
    [
      { regex: "^[a-uw-z@]|^vi|^#", message: "contract/ depends on nothing but itself and valibot." },
      { regex: "^(\\.\\./)+", message: "contract/ depends on nothing but itself and valibot." },
    ],
  ),
  restrict(
    ["platform/**/*.ts"],
    [
      ...WEB_ONLY,
      {
        regex: `${ABOVE_FOUNDATIONS}|^(\\.\\./)+(contract|client|ui)/`,
        message: "platform/ knows no feature.",
      },
    ],
  ),
  restrict(
    ["client/**/*.{ts,tsx}", "ui/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      {
        regex: `${ABOVE_FOUNDATIONS}|^(\\.\\./)+(contract|platform)/`,
        message: "client/ and ui/ know no feature and no page.",
      },
    ],
  ),
  ...featureRules("*", []),
  ...Object.keys(featureUses).flatMap((feature) => {
    const strangers = Object.keys(featureUses).filter(
      (other) => other !== feature && !(featureUses[feature] ?? []).includes(other),
    );
    const message = `${feature} does not use this feature, see featureUses in scripts/architecture.ts.`;
    return strangers.length === 0
      ? []
      : featureRules(feature, [{ regex: `^#(shop|server)/(${strangers.join("|")})(/|$)`, message }]);
  }),
  restrict(
    ["web/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      {
        regex: "^(\\.\\./)+(shop|server|contract|platform|client|ui)/",
        message: "Name it by the import map: #shop/, #contract/ …",
      },
    ],
  ),
  restrict(
    ["server/**/*.ts"],
    [
      ...WEB_ONLY,
      {
        regex: "^(\\.\\./)+(shop|contract|platform|client|ui)/",
        message: "Name it by the import map: #shop/, #server/ …",
      },
    ],
  ),
];

function featureRules(feature: string, more: Pattern[]): OxlintOverride[] {
  return [
    restrict(
      [`shop/${feature}/*.ts`],
      [
        ...more,
        {
          regex: "^[a-uw-z@]|^vi|^#(server|platform|client|ui)/|^#shop/[^/]+/.+/|^\\./.+/|^\\.\\./",
          message: "A feature's domain imports the contract, other domains and valibot.",
        },
      ],
    ),
    restrict(
      [`shop/${feature}/server/**/*.ts`],
      [
        ...more,
        ...WEB_ONLY,
        {
          regex:
            "^#shop/[^/]+/server/|^#server/[^/]+/|^(\\.\\./)+[^/]+/(server|web)/|^(\\.\\./)+(server|web|platform|contract)/",
          message: PRIVATE,
        },
      ],
    ),
    restrict(
      [`shop/${feature}/web/**/*.{ts,tsx}`],
      [
        ...more,
        ...SERVER_ONLY,
        {
          regex: "^#shop/[^/]+/web/|^(\\.\\./)+[^/]+/(server|web)/|^(\\.\\./)+server/",
          message: "Web parts of features meet only in web/pages and web/shell.",
        },
      ],
    ),
  ];
}

function restrict(files: string[], patterns: Pattern[]): OxlintOverride {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] } };
}
