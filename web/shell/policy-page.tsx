import { useShopName } from "#ui/logo.tsx";
import { policyTitles } from "#shop/policies/titles.ts";
import type { PageName } from "#contract/page-paths.ts";
import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import type { Policy, PolicySeller } from "#shop/policies/policy.ts";
import { getRules } from "#shop/policies/rules.ts";
import { PolicyArticle } from "#shop/policies/web/policy-article.tsx";
import { useShell } from "./shell-data.ts";
import { useTaxRates } from "./use-tax-rates.ts";

interface PolicyPageProps {
  policy: (seller: PolicySeller) => Policy;
  below?: Readonly<Record<string, ReactNode>>;
  /** The page's own name: the others are where to read on. */
  page: PageName;
}

/** A policy with the facts of the seller in it. */
export function PolicyPage({ policy, below, page }: PolicyPageProps) {
  const { seller, rules } = useShell();
  const names = { tradeName: useShopName(), email: seller?.email ?? null };
  const written = policy({
    ...names,
    jurisdictionCity: seller?.jurisdictionCity ?? null,
    taxRates: useTaxRates(),
    rules: getRules(rules),
  });
  return (
    <PolicyArticle
      policy={written}
      homeHref={links.home}
      seller={names}
      {...(below && { below })}
      further={FURTHER.filter((way) => way.page !== page)}
    />
  );
}

const FURTHER: { page: PageName; label: string; href: string }[] = [
  { page: "shippingPolicy", label: policyTitles.shipping, href: links.shippingPolicy },
  { page: "refundPolicy", label: policyTitles.returns, href: links.refundPolicy },
  { page: "terms", label: policyTitles.terms, href: links.terms },
  { page: "contact", label: "Contact us", href: links.contact },
];
