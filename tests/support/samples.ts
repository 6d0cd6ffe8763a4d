import type { Product } from "../../shop/catalogue/product.ts";
import type { Order } from "../../shop/orders/order.ts";

export const sampleSeller = {
  tradeName: "Taruva",
  legalName: "Taruva Wood LLP",
  address: { street: "12 Ring Road", city: "Surat", state: "Gujarat", zipCode: "395002", country: "India" },
  state: "Gujarat",
  gstin: "24ABCDE1234F1Z6",
  phone: "+91 98765 43210",
  email: "hello@taruva.test",
  grievanceOfficer: { name: "Asha Patel", email: "asha@taruva.test", phone: "+91 98765 43211" },
  jurisdictionCity: "Surat",
};

export const shippingAddress = {
  street: "14 Lake View Road",
  city: "Pune",
  state: "Maharashtra",
  zipCode: "411001",
  country: "India",
  phoneNumber: "9876543210",
};

export const registrationForm = {
  firstName: "Asha",
  lastName: "Patel",
  email: "asha@example.com",
  address: { street: "12 Ring Road", zipCode: "395002", country: "India", state: "Gujarat", city: "Surat" },
  phoneNumber: "9876543210",
  password: "teak and mango",
  confirmPassword: "teak and mango",
};

export const ORIGIN = "https://shop.example.in";

export const toAbsolute = (href: string) => ORIGIN + href;

export const bowl: Product = {
  _id: "acacia-everyday-bowl",
  id: "acacia-everyday-bowl",
  title: "Roz Acacia Everyday Bowl",
  description: "For dal, for nuts, for keys.",
  category: "Serveware",
  subcategory: "Bowl",
  materials: ["Acacia wood"],
  material: "Acacia wood",
  size: [{ L: 8, B: 8, H: 3 }],
  price: 899,
  originalPrice: 899,
  discount: 0,
  images: [
    {
      url: "/pictures/products/bowl.0e774ebc.960.jpg",
      picture: {
        src: "/pictures/products/bowl.0e774ebc.{w}.{f}",
        width: 1400,
        height: 1400,
        widths: [960, 1200, 1400],
      },
    },
  ],
  createdAt: "2026-01-05T05:30:00.000Z",
  sales: 187,
  sku: "TRV-BOWL-ACA-01",
  mpn: "ROZ-8X8",
};

export const sampleOrder: Order = {
  _id: "0190",
  orderId: "TRV-7K2M9Q",
  createdAt: "2026-11-20T09:00:00.000Z",
  paymentStatus: "Completed",
  paymentMethod: "card",
  orderStatus: "Processing",
  subtotal: 2398,
  cgst: 215.82,
  sgst: 215.82,
  totalAmount: 2829.64,
  discount: 99,
  grandTotal: 2730.64,
  taxRates: { cgst: 9, sgst: 9 },
  items: [
    {
      productId: { _id: "bowl", title: "Acacia Bowl", images: [{ url: "/bowl.jpg" }] },
      quantity: 1,
      price: 899,
    },
    { productId: { _id: "tray", title: "Teak Tray", images: [] }, quantity: 1, price: 1499 },
  ],
  shippingAddress: {
    street: "14 Lake View Road",
    city: "Surat",
    state: "Gujarat",
    zipCode: "395002",
    country: "India",
    phoneNumber: "9876543210",
  },
  userId: { _id: "a", firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
  contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
  cancellableUntil: "2026-11-21T09:00:00.000Z",
  serverTime: "2026-11-20T10:00:00.000Z",
};

export const sampleCheckout = {
  customer: {
    _id: "asha",
    firstName: "Asha",
    lastName: "Patel",
    email: "asha@example.com",
    phoneNumber: "9876543210",
  },
  addresses: [
    {
      _id: "home",
      id: "home",
      street: "12 Ring Road",
      city: "Surat",
      state: "Gujarat",
      zipCode: "395002",
      country: "India",
      isDefault: true,
    },
  ],
  items: [{ productId: "bowl", quantity: 1, price: 899, title: "Acacia Bowl" }],
  totalAmount: 1060.82,
  payable: 96_182,
  promised: {},
  orderDay: undefined,
  taxRates: { cgst: 9, sgst: 9 },
};
