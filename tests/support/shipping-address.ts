/** The delivery address of orders in tests. */
export const shippingAddress = {
  street: "14 Lake View Road",
  city: "Pune",
  state: "Maharashtra",
  zipCode: "411001",
  country: "India",
  phoneNumber: "9876543210",
};
