import { Queries } from "#client/queries.tsx";
import { AddressBook } from "#shop/addresses/web/address-book.tsx";
import { StillLife } from "../shell/still-life.tsx";

export const OwnAddresses = ({ userId }: { userId: string }) => (
  <Queries>
    <AddressBook userId={userId} picture={<StillLife />} />
  </Queries>
);
