import { type ReactNode, useEffect } from "react";
import type { PageHead } from "#client/head-tags.ts";
import { createPageLoader, type LoadedData, usePageData } from "#client/page-loader.ts";
import type { LoadOutcome } from "#client/use-response.ts";
import { useLoaded } from "#client/loaded.tsx";
import { useNavigationType } from "#client/router/react.tsx";
import { links } from "#contract/links.ts";
import type { PageName } from "#contract/page-paths.ts";
import { ListProblem } from "#shop/catalogue/web/list-problem.tsx";
import { policyTitles } from "#shop/policies/titles.ts";
import { readShopText } from "#shop/texts/endpoints.ts";
import type { ShopText, TextName } from "#shop/texts/text.ts";
import { TextArticle } from "#shop/texts/web/text-article.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";

export const createTextLoader = (name: TextName) =>
  createPageLoader(({ call }) => ({ text: call(readShopText, { params: { name } }) }));

type TextLoader = ReturnType<typeof createTextLoader>;

export type TextData = Partial<LoadedData<TextLoader>>;

/**
 * Returns the page's text. If the API does not have it (404, D101), reloads the document, because the server renders
 * the page with a default text.
 */
export function usePageText(): LoadOutcome<ShopText> {
  const loadedText = useLoaded(usePageData<TextLoader>().text);
  const isStep = useNavigationType() !== "open";
  const isUnknown = isStep && loadedText.state === "failed" && loadedText.failure.status === 404;
  useEffect(() => {
    if (isUnknown) location.reload();
  }, [isUnknown]);
  return isUnknown ? { state: "loading" } : loadedText;
}

/** The page's title is `title` until the text is loaded. */
export const createTextHead =
  (title: string) =>
  ({ text }: TextData): PageHead => ({
    title: text?.title || title,
    ...(text && { description: text.description }),
  });

interface PolicyPageProps {
  title: string;
  below?: Readonly<Record<string, ReactNode>>;
  page: PageName;
}

/** A policy (§2.13): the owner's text or the default text, with the shop's own amounts and periods (§9). */
export const createPolicyPage = (text: TextName, props: PolicyPageProps) => ({
  loader: createTextLoader(text),
  head: createTextHead(props.title),
  Component: () => <PolicyPage {...props} />,
});

function PolicyPage({ title, below, page }: PolicyPageProps) {
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
      {...(below && { below })}
      further={FURTHER.filter((link) => link.page !== page)}
    />
  );
}

const FURTHER: { page: PageName; label: string; href: string }[] = [
  { page: "shippingPolicy", label: policyTitles.shipping, href: links.shippingPolicy },
  { page: "refundPolicy", label: policyTitles.returns, href: links.refundPolicy },
  { page: "terms", label: policyTitles.terms, href: links.terms },
  { page: "privacy", label: policyTitles.privacy, href: links.privacy },
  { page: "faq", label: policyTitles.faq, href: links.faq },
  { page: "care", label: policyTitles.care, href: links.care },
  { page: "contact", label: "Contact us", href: links.contact },
];
