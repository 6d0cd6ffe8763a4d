import type { PageName } from "#contract/page-paths.ts";
import { links } from "#contract/links.ts";
import { ListProblem } from "#shop/catalogue/web/list-problem.tsx";
import { policyTitles } from "#shop/policies/titles.ts";
import { DeliveryDays } from "#shop/policies/web/expected-delivery.tsx";
import type { TextName } from "#shop/texts/text.ts";
import { TextArticle } from "#shop/texts/web/text-article.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import { createTextHead, createTextLoader, usePageText } from "../shell/page-text.ts";
import { useShell } from "../shell/shell-data.ts";
import styles from "./policy.module.css";

/** A policy (§2.13): the owner's text or the default text, with the shop's own amounts and periods (§9). */
const createPolicyPage = (page: PageName, text: TextName, title: string) => ({
  loader: createTextLoader(text),
  head: createTextHead(title),
  Component: () => <PolicyPage page={page} title={title} />,
});

export const policies = {
  refundPolicy: createPolicyPage("refundPolicy", "refund-policy", policyTitles.returns),
  shippingPolicy: createPolicyPage("shippingPolicy", "shipping-policy", policyTitles.shipping),
  terms: createPolicyPage("terms", "terms", policyTitles.terms),
  // The DPDP Act (India's law on personal data) requires this page.
  privacy: createPolicyPage("privacy", "privacy", policyTitles.privacy),
  faq: createPolicyPage("faq", "faq", policyTitles.faq),
  care: createPolicyPage("care", "care", policyTitles.care),
} as const;

function PolicyPage({ page, title }: { page: PageName; title: string }) {
  const pageText = usePageText();
  if (pageText.state !== "loaded")
    return (
      <Wrap>
        <PageTitle>{title}</PageTitle>
        {pageText.state === "loading" ? (
          <SkeletonText lines={12} />
        ) : (
          <ListProblem>We could not load this page. Please reload it.</ListProblem>
        )}
      </Wrap>
    );
  return (
    <TextArticle
      text={pageText.value}
      {...(page === "shippingPolicy" && { below: { delivery: <Delivery /> } })}
      further={FURTHER.filter((link) => link.page !== page)}
    />
  );
}

const Delivery = () => <DeliveryDays promised={useShell().rules ?? {}} className={styles.today} />;

const FURTHER: { page: PageName; label: string; href: string }[] = [
  { page: "shippingPolicy", label: policyTitles.shipping, href: links.shippingPolicy },
  { page: "refundPolicy", label: policyTitles.returns, href: links.refundPolicy },
  { page: "terms", label: policyTitles.terms, href: links.terms },
  { page: "privacy", label: policyTitles.privacy, href: links.privacy },
  { page: "faq", label: policyTitles.faq, href: links.faq },
  { page: "care", label: policyTitles.care, href: links.care },
  { page: "contact", label: "Contact us", href: links.contact },
];
