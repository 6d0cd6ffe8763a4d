import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { findList, readEntries, readFields, readMessage, readNumber, readText } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseReviews } from "./shown-reviews.ts";

export const listReviews = defineEndpoint(withContract<typeof contracts.listReviews>, {
  method: "GET",
  path: "/api/reviews/:productId",
  policy: "public",
  read: parseReviews,
});

export const listOwnReviews = defineEndpoint(withContract<typeof contracts.listOwnReviews>, {
  method: "GET",
  path: "/api/account/reviews",
  policy: "customer",
  read: (body) =>
    readEntries(findList(body, "reviews"), (entry) => {
      const { productId, rating, message, canChange, pictures } = readFields(entry);
      return typeof productId === "string"
        ? {
            productId,
            rating: readNumber(rating),
            message: readText(message),
            canChange: canChange === true,
            pictures: readEntries(pictures, (id) => (typeof id === "string" ? id : null)),
          }
        : null;
    }),
});

export const saveReview = defineEndpoint(withContract<typeof contracts.saveReview>, {
  method: "POST",
  path: "/api/reviews",
  policy: "customer",
  read: readMessage,
});
