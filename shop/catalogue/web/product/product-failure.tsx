import { links } from "#contract/links.ts";
import { useRefresh } from "#client/router/react.tsx";
import { useWhenOnline } from "#ui/when-online.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { CalmState } from "#ui/calm-state.tsx";
import { Wrap } from "#ui/section.tsx";
import { productMessages } from "../../product.ts";
import { FirstPieces } from "../first-pieces.tsx";

export function ProductFailure({ isRemoved }: { isRemoved: boolean }) {
  const refresh = useRefresh();
  useWhenOnline(!isRemoved, refresh);
  return (
    <Wrap>
      <div role="alert">
        <CalmState
          title={productMessages.failureHeading}
          text={isRemoved ? productMessages.notDisplayable : productMessages.failed}
          action={
            <>
              <ButtonLink href={links.products()}>Back to Products</ButtonLink>
              {!isRemoved && (
                <Button variant="secondary" onClick={() => void refresh()}>
                  Try again
                </Button>
              )}
            </>
          }
        />
      </div>
      {isRemoved && <FirstPieces />}
    </Wrap>
  );
}
