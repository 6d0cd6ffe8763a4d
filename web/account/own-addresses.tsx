import { withQueries } from "#client/queries.tsx";
import { AddressBook } from "#shop/addresses/web/address-book.tsx";
import { StillLife } from "../shell/still-life.tsx";

export const OwnAddresses = withQueries(({ userId }: { userId: string }) => (
  <AddressBook userId={userId} picture={<StillLife />} />
));
