import { expect, test } from "vitest";
import { api, asha, context, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import type { Address } from "../saved-address.ts";
import { addToAddressBook, listAddressBook } from "../endpoints.ts";

const home = { street: "12 Ring Road", city: "Surat", state: "Gujarat", zipCode: "395002", country: "India" };

setUpSignedIn();

async function saveOne(street: string, more: object = {}): Promise<Address> {
  const input = { params: { userId: asha.accountId }, body: { ...home, street, ...more } };
  context.clock.advance(1);
  return (await api.call(addToAddressBook, input, { as: asha })).address;
}

const listBook = () => api.call(listAddressBook, { params: { userId: asha.accountId } }, { as: asha });
const listDefaults = async () =>
  (await listBook()).filter(({ isDefault }) => isDefault).map(({ street }) => street);
const getPath = ({ _id }: Address) => `/addresses/${asha.accountId}/${_id}`;

test("the first saved address is the default until the customer chooses another, and the oldest is listed first (§2.16, D75)", async () => {
  const first = await saveOne("First", { isDefault: false });
  expect(first).toEqual({ _id: first.id, id: first.id, ...home, street: "First", isDefault: true });
  const second = await saveOne("Second");
  const answer = await api.as(asha).get(`/api/addresses/${asha.accountId}`);
  expect(answer.body).toMatchObject([
    { street: "First", isDefault: true },
    { street: "Second", isDefault: false },
  ]);
  expect((await api.as(asha).patch(`${getPath(second)}/default`, "")).body).toMatchObject({
    success: true,
    addresses: [{ isDefault: false }, { isDefault: true }],
  });
});

test("a change of an address keeps the phone number unless the request contains that field, and can make the address the default", async () => {
  const first = await saveOne("First");
  const second = await saveOne("Second", { phoneNumber: "9876543210" });
  const put = (body: object) => api.as(asha).put(getPath(second), { ...home, ...body });
  expect((await put({ street: "2 New Street" })).body["addresses"]).toMatchObject([
    { street: "First", isDefault: true },
    { street: "2 New Street", phoneNumber: "9876543210", isDefault: false },
  ]);
  await put({ street: "2 New Street", phoneNumber: "", isDefault: true });
  expect((await listBook()).at(1)).not.toHaveProperty("phoneNumber");
  expect(await listDefaults()).toEqual(["2 New Street"]);
  await put({ street: "2 New Street", isDefault: false });
  await api.as(asha).put(getPath(first), { ...home, isDefault: false });
  expect(await listDefaults()).toEqual(["2 New Street"]);
});

test("an address keeps its label and its recipient until a request sends empty values for them (D120)", async () => {
  const house = { label: "Amma's house", recipient: "Lakshmi Nair", phoneNumber: "9000000001" };
  const saved = await saveOne("7 Hill Road", house);
  expect(saved).toMatchObject(house);
  await api.as(asha).put(getPath(saved), { ...home, street: "8 Hill Road" });
  expect(await listBook()).toMatchObject([{ street: "8 Hill Road", ...house }]);
  await api.as(asha).put(getPath(saved), { ...home, label: " ", recipient: "" });
  const [bare] = await listBook();
  expect(bare).not.toHaveProperty("label");
  expect(bare).not.toHaveProperty("recipient");
});

test("an address that is sent twice, because the first response was lost, is saved once", async () => {
  const first = await saveOne("First");
  const second = await saveOne("Second", { label: "Home" });
  expect(await saveOne("Second", { label: "Home", isDefault: true })).toEqual({ ...second, isDefault: true });
  expect(await saveOne("Second")).not.toMatchObject({ _id: second._id });
  expect(await listBook()).toMatchObject([{ _id: first._id }, { isDefault: true }, { isDefault: false }]);
});

test("removing the default address makes the newest other address the default", async () => {
  const first = await saveOne("First");
  const second = await saveOne("Second");
  const third = await saveOne("Third");
  expect((await api.as(asha).delete(getPath(first))).body).toEqual({ success: true });
  expect(await listDefaults()).toEqual(["Third"]);
  await api.as(asha).delete(getPath(second), "");
  expect(await listDefaults()).toEqual(["Third"]);
  await api.as(asha).delete(getPath(third));
  expect(await listBook()).toEqual([]);
  await saveOne("Fourth");
  expect(await listDefaults()).toEqual(["Fourth"]);
});

test("concurrent changes of the default address always leave exactly one default (§2.16, D75)", async () => {
  const addresses = await Promise.all(
    Array.from({ length: 20 }, (_, at) => saveOne(`${at}`, { isDefault: true })),
  );
  expect(await listDefaults()).toHaveLength(1);
  const asks = addresses.flatMap((address, number) => [
    api.as(asha).patch(`${getPath(address)}/default`),
    ...(number % 4 === 0 ? [api.as(asha).delete(getPath(address))] : []),
    ...(number % 5 === 0
      ? [
          api
            .as(asha)
            .post(`/addresses/${asha.accountId}`, { ...home, street: `New ${number}`, isDefault: true }),
        ]
      : []),
  ]);
  for (const { status } of await Promise.all(asks)) expect([200, 404]).toContain(status);
  expect(await listBook()).toHaveLength(20 - 5 + 4);
  expect(await listDefaults()).toHaveLength(1);
});
