import { links } from "#contract/links.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CalmState } from "#ui/calm-state.tsx";
import { Wrap } from "#ui/section.tsx";
import { productMessages } from "../../product.ts";
import { FirstPieces } from "../first-pieces.tsx";

export const ProductFailure = ({ isRemoved }: { isRemoved: boolean }) => (
  <Wrap>
    <div role="alert">
      <CalmState
        title={productMessages.failureHeading}
        text={isRemoved ? productMessages.notDisplayable : productMessages.failed}
        action={<ButtonLink href={links.products()}>Back to Products</ButtonLink>}
      />
    </div>
    {isRemoved && <FirstPieces />}
  </Wrap>
);
